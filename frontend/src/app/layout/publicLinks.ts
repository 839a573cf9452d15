import { pages } from "../../shared/paths";

/** The main public pages, in the order of every menu: path, text, icon. */
export const PUBLIC_LINKS = [
  [pages.home, "Home", "house"],
  [pages.allInstructors, "All Instructors", "person"],
  [pages.allClasses, "All Classes", "grid"],
] as const;
