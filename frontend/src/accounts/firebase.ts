/**
 * The identity provider; the only module that imports Firebase. It is loaded with `import("./firebase")`, and only for a
 * user who was logged in or is about to log in, so that other visitors do not download it.
 */
import { FirebaseError, initializeApp } from "firebase/app";
import {
  applyActionCode,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  type User,
  updateProfile,
  verifyPasswordResetCode,
} from "firebase/auth";
import { config } from "../shared/config";
import { pages } from "../shared/paths";
import type { Identity, SignInMethod } from "./identity";

const { emulator, ...project } = config.firebase;
const auth = initializeAuth(initializeApp(project), {
  persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  popupRedirectResolver: browserPopupRedirectResolver,
});
if (emulator) connectAuthEmulator(auth, emulator, { disableWarnings: true });

/** A little more than the interval at which the SDK polls for a login in another tab. */
const OTHER_TAB_TIMEOUT_MS = 2_000;

/** The user of the previous page load, or one who has just logged in in another tab; null if there is none. */
export async function restoreUser(): Promise<Identity | null> {
  await auth.authStateReady();
  const user = auth.currentUser ?? (await waitForOtherTab());
  return user ? identityOf(user) : null;
}

function waitForOtherTab(): Promise<User | null> {
  return new Promise((resolve) => {
    const done = (user: User | null) => {
      clearTimeout(timer);
      stop();
      resolve(user);
    };
    const timer = setTimeout(() => done(null), OTHER_TAB_TIMEOUT_MS);
    const stop = onAuthStateChanged(auth, (user) => user && done(user));
  });
}

/** @throws FirebaseError `auth/...` */
export async function logIn(email: string, password: string): Promise<Identity> {
  const { user } = await signInWithEmailAndPassword(auth, email, password);
  return identityOf(user);
}

/** @throws FirebaseError `auth/...`, also if the popup was closed or blocked */
export async function logInWithGoogle(): Promise<Identity> {
  const { user } = await signInWithPopup(auth, new GoogleAuthProvider());
  return identityOf(user);
}

/** Creates an account. @throws FirebaseError `auth/...` */
export async function register(email: string, password: string): Promise<Identity> {
  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  return identityOf(user);
}

/**
 * Changes the name or photo of the current user; omitted properties stay. Returns null if no user is logged in.
 *
 * @throws FirebaseError `auth/...`
 */
export async function changeProfile(changes: { name?: string; photo?: string }): Promise<Identity | null> {
  const user = auth.currentUser;
  if (!user) return null;
  await updateProfile(user, { displayName: changes.name, photoURL: changes.photo });
  return identityOf(user);
}

/**
 * Fetches the current user again. Returns null if no user is logged in.
 *
 * @throws FirebaseError `auth/...`
 */
export async function reloadUser(): Promise<Identity | null> {
  const user = auth.currentUser;
  if (!user) return null;
  await reload(user);
  return identityOf(user);
}

/**
 * Reauthenticates the current user. Returns a new token of the provider.
 *
 * @throws FirebaseError `auth/...`
 */
export async function reauthenticateWithPassword(password: string): Promise<string> {
  const user = requireUser();
  await reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? "", password));
  return user.getIdToken();
}

/** As reauthenticateWithPassword. @throws FirebaseError `auth/...`, also if the popup was closed or another account was chosen */
export async function reauthenticateWithGoogle(): Promise<string> {
  const user = requireUser();
  const google = new GoogleAuthProvider();
  google.setCustomParameters({ login_hint: user.email ?? "" });
  await reauthenticateWithPopup(user, google);
  return user.getIdToken();
}

/** Sends the verification e-mail to the current user. After the verification, its link leads to VerifiedAddress. */
export async function sendVerificationEmail(): Promise<void> {
  const user = auth.currentUser;
  if (!user) return;
  try {
    await sendEmailVerification(user, { url: new URL(pages.verified, config.siteUrl).href });
  } catch (error) {
    if (!(error instanceof FirebaseError) || error.code !== "auth/unauthorized-continue-uri") throw error;
    // The site's domain is missing among the project's authorized domains.
    await sendEmailVerification(user);
  }
}

/**
 * Sends the password reset e-mail.
 *
 * @throws FirebaseError `auth/...`; `auth/user-not-found` only if the provider is configured to reveal it
 */
export async function sendPasswordResetLink(email: string): Promise<void> {
  await sendPasswordResetEmail(auth, email);
}

/** The e-mail address of the account that a password reset code belongs to. @throws FirebaseError `auth/...`, also if the code was used */
export async function emailOfPasswordResetCode(code: string): Promise<string> {
  return verifyPasswordResetCode(auth, code);
}

/** @throws FirebaseError `auth/...`, also if the code was used */
export async function setPassword(code: string, password: string): Promise<void> {
  await confirmPasswordReset(auth, code, password);
}

/** Applies the code of an e-mail: verifies an address, or undoes the change of one. @throws FirebaseError `auth/...` */
export async function applyEmailCode(code: string): Promise<void> {
  await applyActionCode(auth, code);
}

export async function logOut(): Promise<void> {
  await signOut(auth);
}

function requireUser(): User {
  if (auth.currentUser) return auth.currentUser;
  throw new FirebaseError("auth/user-token-expired", "No user is logged in at the identity provider.");
}

const SIGN_IN_METHODS: Record<string, SignInMethod> = { password: "password", "google.com": "google" };

function identityOf(user: User): Identity {
  return {
    email: user.email ?? "",
    name: user.displayName ?? "",
    photo: user.photoURL ?? "",
    emailVerified: user.emailVerified,
    signInMethods: user.providerData.flatMap(({ providerId }) => SIGN_IN_METHODS[providerId] ?? []),
    idToken: (fresh) => user.getIdToken(fresh),
  };
}
