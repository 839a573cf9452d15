import { object, ref, string } from "yup";

export const LEAST_LENGTH = 6;
/** The characters of which a password needs at least one. */
export const SPECIAL_CHARACTERS = "! @ # $ % ^ & * ( ) - _ + .";

/** What a password must have, one by one. */
export const PASSWORD_RULES: readonly { text: string; holds: (password: string) => boolean }[] = [
  {
    text: `at least ${LEAST_LENGTH} characters`,
    holds: (password) => password.length >= LEAST_LENGTH,
  },
  { text: "an upper case letter", holds: (password) => /[A-Z]/.test(password) },
  { text: "a lower case letter", holds: (password) => /[a-z]/.test(password) },
  { text: "a number", holds: (password) => /[0-9]/.test(password) },
  {
    text: `a special character: ${SPECIAL_CHARACTERS}`,
    holds: (password) => /[!@#$%^&*()\-_+.]/.test(password),
  },
];

const MIXED =
  "Password must have at least one upper case character, one lower case character, one number & one special character.";

export const password = string()
  .required("Password is required.")
  .min(LEAST_LENGTH, "Password must not less than 6 characters.")
  .test("mixed", MIXED, (value = "") => PASSWORD_RULES.every(({ holds }) => holds(value)));

/** A new password and the same once more. */
export const newPassword = object({
  password,
  confirmPassword: password.oneOf([ref("password")], "The Password Doesn't Match"),
});
