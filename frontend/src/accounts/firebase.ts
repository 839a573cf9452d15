/**
 * The identity provider; the only module that knows Firebase. It is loaded when somebody was logged in or is about to be,
 * through `import("./firebase")`, so that other visitors never pay for it.
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
import type { Identity, Way } from "./identity";

const { emulator, ...project } = config.firebase;
const auth = initializeAuth(initializeApp(project), {
  persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  popupRedirectResolver: browserPopupRedirectResolver,
});
if (emulator) connectAuthEmulator(auth, emulator, { disableWarnings: true });

/** The SDK looks this often, and a little more, for what other tabs have done. */
const OTHER_TABS_MS = 2_000;

/** Who was logged in when the page was left, or has just logged in in another tab; null for nobody. */
export async function remembered(): Promise<Identity | null> {
  await auth.authStateReady();
  const user = auth.currentUser ?? (await whoComes());
  return user ? identityOf(user) : null;
}

function whoComes(): Promise<User | null> {
  return new Promise((resolve) => {
    const done = (user: User | null) => {
      clearTimeout(timer);
      stop();
      resolve(user);
    };
    const timer = setTimeout(() => done(null), OTHER_TABS_MS);
    const stop = onAuthStateChanged(auth, (user) => user && done(user));
  });
}

/** @throws FirebaseError `auth/...` */
export async function logIn(email: string, password: string): Promise<Identity> {
  const { user } = await signInWithEmailAndPassword(auth, email, password);
  return identityOf(user);
}

/** @throws FirebaseError `auth/...`, also where the popup was closed or blocked */
export async function logInWithGoogle(): Promise<Identity> {
  const { user } = await signInWithPopup(auth, new GoogleAuthProvider());
  return identityOf(user);
}

/** Makes an account. @throws FirebaseError `auth/...` */
export async function register(email: string, password: string): Promise<Identity> {
  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  return identityOf(user);
}

/**
 * Changes name or photo of who is logged in; what is left out stays; null where that is nobody.
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
 * What the provider knows by now of who is logged in; null where that is nobody.
 *
 * @throws FirebaseError `auth/...`
 */
export async function reread(): Promise<Identity | null> {
  const user = auth.currentUser;
  if (!user) return null;
  await reload(user);
  return identityOf(user);
}

/**
 * Lets who is logged in prove once more who they are; the provider's token that says so.
 *
 * @throws FirebaseError `auth/...`
 */
export async function proveByPassword(password: string): Promise<string> {
  const user = whoIsIn();
  await reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? "", password));
  return user.getIdToken();
}

/** As proveByPassword. @throws FirebaseError `auth/...`, also where the popup was closed or another account chosen */
export async function proveByGoogle(): Promise<string> {
  const user = whoIsIn();
  const google = new GoogleAuthProvider();
  google.setCustomParameters({ login_hint: user.email ?? "" });
  await reauthenticateWithPopup(user, google);
  return user.getIdToken();
}

/** Sends the mail with the link that proves the address of who is logged in. */
export async function sendVerificationMail(): Promise<void> {
  if (auth.currentUser) await sendEmailVerification(auth.currentUser);
}

/**
 * Sends the mail with the link that leads to a new password.
 *
 * @throws FirebaseError `auth/...`; `auth/user-not-found` only where the provider gives that away
 */
export async function sendPasswordMail(email: string): Promise<void> {
  await sendPasswordResetEmail(auth, email);
}

/** Whose password the mail's code may set. @throws FirebaseError `auth/...`, also where the code is spent */
export async function emailOfPasswordCode(code: string): Promise<string> {
  return verifyPasswordResetCode(auth, code);
}

/** @throws FirebaseError `auth/...`, also where the code is spent */
export async function setPassword(code: string, password: string): Promise<void> {
  await confirmPasswordReset(auth, code, password);
}

/** Does what the mail's code stands for: proves an address, or takes back its change. @throws FirebaseError `auth/...` */
export async function applyMailCode(code: string): Promise<void> {
  await applyActionCode(auth, code);
}

export async function logOut(): Promise<void> {
  await signOut(auth);
}

function whoIsIn(): User {
  if (auth.currentUser) return auth.currentUser;
  throw new FirebaseError("auth/user-token-expired", "The provider has forgotten who was logged in.");
}

const WAYS: Record<string, Way> = { password: "password", "google.com": "google" };

function identityOf(user: User): Identity {
  return {
    email: user.email ?? "",
    name: user.displayName ?? "",
    photo: user.photoURL ?? "",
    emailVerified: user.emailVerified,
    ways: user.providerData.flatMap(({ providerId }) => WAYS[providerId] ?? []),
    idToken: (fresh) => user.getIdToken(fresh),
  };
}
