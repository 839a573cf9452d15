import type { ComponentType } from "react";
import type { Role } from "../accounts/api";

/** One page: where it is, what its window is called, who may see it, and how it is fetched. */
export interface PageEntry {
  /** Below its layout, as React Router reads it. */
  path: string;
  title: string;
  /** The only role that may see it; without one, everyone whom the layout lets in. */
  role?: Role;
  load: () => Promise<{ default: ComponentType }>;
}

/** What anyone may see, with the navigation bar and the footer. The home page itself is no entry: it comes with the bundle. */
export const publicPages: readonly PageEntry[] = [];

/** What needs somebody logged in, with the side menu; paths below /dashboard. */
export const dashboardPages: readonly PageEntry[] = [];
