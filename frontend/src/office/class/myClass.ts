import type { MyClass } from "../../classes/api";

/** What each tab of the page takes. */
export interface TabProps {
  campClass: MyClass;
}
