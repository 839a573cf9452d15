import { object, ref, string } from "yup";

const MIN_LENGTH = 6;
/** The characters of which a password needs at least one. */
const SPECIAL_CHARACTERS = "! @ # $ % ^ & * ( ) - _ + .";

/** The rules that a password must meet. */
export const PASSWORD_RULES: readonly { text: string; isMet: (password: string) => boolean }[] = [
  {
    text: `at least ${MIN_LENGTH} characters`,
    isMet: (password) => password.length >= MIN_LENGTH,
  },
  { text: "an upper case letter", isMet: (password) => /[A-Z]/.test(password) },
  { text: "a lower case letter", isMet: (password) => /[a-z]/.test(password) },
  { text: "a number", isMet: (password) => /[0-9]/.test(password) },
  {
    text: `a special character: ${SPECIAL_CHARACTERS}`,
    isMet: (password) => /[!@#$%^&*()\-_+.]/.test(password),
  },
];

const MISSING_CHARACTERS =
  "Password must have at least one upper case character, one lower case character, one number & one special character.";

export const password = string()
  .required("Password is required.")
  .min(MIN_LENGTH, "Password must not less than 6 characters.")
  .test("mixed", MISSING_CHARACTERS, (value = "") => PASSWORD_RULES.every(({ isMet }) => isMet(value)));

/** A new password and its confirmation. */
export const newPassword = object({
  password,
  confirmPassword: password.oneOf([ref("password")], "The Password Doesn't Match"),
});
