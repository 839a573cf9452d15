import type { ResponseBody } from "../../shared/api/types";

/** A class, as its instructor, the substitute of a lesson on its day and the office see it. */
export type MyClass = ResponseBody<"GET", "/myClass/{id}">;

/** What each tab takes. */
export interface TabProps {
  campClass: MyClass;
}
