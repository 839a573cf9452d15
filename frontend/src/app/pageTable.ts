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

/**
 * What anyone may see, with the navigation bar and the footer. The home page itself is no
 * entry: it comes with the bundle. A chunk's name is its path: by that the page shell knows what to fetch along with it.
 */
export const publicPages: readonly PageEntry[] = [
  {
    path: "all-instructors",
    title: "All Instructors",
    load: () => import(/* webpackChunkName: "all-instructors" */ "../accounts/AllInstructorsPage"),
  },
  {
    path: "all-classes",
    title: "All Classes",
    load: () => import(/* webpackChunkName: "all-classes" */ "../classes/AllClassesPage"),
  },
  {
    path: "login",
    title: "Log In",
    load: () => import(/* webpackChunkName: "login" */ "../accounts/LoginPage"),
  },
  {
    path: "register",
    title: "Register",
    load: () => import(/* webpackChunkName: "register" */ "../accounts/RegisterPage"),
  },
  {
    path: "reset-password",
    title: "Reset Password",
    load: () => import(/* webpackChunkName: "reset-password" */ "../accounts/ResetPasswordPage"),
  },
  {
    path: "about",
    title: "About Us",
    load: () => import(/* webpackChunkName: "about" */ "./text/AboutPage"),
  },
  {
    path: "contact",
    title: "Contact",
    load: () => import(/* webpackChunkName: "contact" */ "./text/ContactPage"),
  },
  {
    path: "terms",
    title: "Terms of Use",
    load: () => import(/* webpackChunkName: "terms" */ "./text/TermsPage"),
  },
  {
    path: "privacy",
    title: "Privacy Policy",
    load: () => import(/* webpackChunkName: "privacy" */ "./text/PrivacyPage"),
  },
  {
    path: "cookies",
    title: "Cookie Policy",
    load: () => import(/* webpackChunkName: "cookies" */ "./text/CookiesPage"),
  },
];

/** What needs somebody logged in, with the side menu; paths below /dashboard. */
export const dashboardPages: readonly PageEntry[] = [
  { path: "profile", title: "My Profile", load: () => import("../accounts/ProfilePage") },
  { path: "overview", title: "Overview", role: "admin", load: () => import("../payments/OverviewPage") },
  {
    path: "all-users",
    title: "Manage Users",
    role: "admin",
    load: () => import("../accounts/ManageUsersPage"),
  },
  {
    path: "manage-classes",
    title: "Manage Classes",
    role: "admin",
    load: () => import("../classes/ManageClassesPage"),
  },
  {
    path: "my-classes",
    title: "My Classes",
    role: "instructor",
    load: () => import("../classes/MyClassesPage"),
  },
  {
    path: "my-classes/:id/roster",
    title: "Roster",
    role: "instructor",
    load: () => import("../classes/RosterPage"),
  },
  {
    path: "add-class",
    title: "Add a Class",
    role: "instructor",
    load: () => import("../classes/AddClassPage"),
  },
  {
    path: "update-class/:id",
    title: "Update Class",
    role: "instructor",
    load: () => import("../classes/UpdateClassPage"),
  },
  {
    path: "my-selected-classes",
    title: "My Selected Classes",
    load: () => import("../payments/MySelectedClassesPage"),
  },
  {
    path: "my-enrolled-classes",
    title: "My Enrolled Classes",
    load: () => import("../payments/MyEnrolledClassesPage"),
  },
  { path: "my-enrolled-classes/:id", title: "My Class", load: () => import("../payments/MyClassPage") },
  {
    path: "my-payment-history",
    title: "My Payment History",
    load: () => import("../payments/MyPaymentHistoryPage"),
  },
  { path: "payment/:id", title: "Payment", load: () => import("../payments/PaymentPage") },
];
