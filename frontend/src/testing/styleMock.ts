/** Replaces all style sheets in tests. */
export default {};
