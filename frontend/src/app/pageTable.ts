import type { ComponentType } from "react";
import type { Role } from "../accounts/api";

/** One page: its path, document title, required role, and chunk. `make types` writes paths and titles for the server. */
export interface PageEntry {
  /** A React Router path, relative to the layout route. */
  path: string;
  title: string;
  /** The page sets the name of what it shows as the title, once it is loaded. */
  hasName?: true;
  /** The roles that may see the page; by default every user who may see the layout. */
  roles?: readonly Role[];
  load: () => Promise<{ default: ComponentType }>;
}

/** The titles of the pages at the layouts' own paths: the home page, which is in the main bundle, and dashboardHome. */
export const indexTitles = { "": "Home", dashboard: "Dashboard" };

/**
 * The pages in the public layout. A chunk is named after the server's route (camp/pages/client_pages.json), so that the browser can
 * preload the chunk of the requested page.
 */
export const publicPages: readonly PageEntry[] = [
  {
    path: "all-instructors",
    title: "All Instructors",
    load: () =>
      import(/* webpackChunkName: "all-instructors" */ "../accounts/instructors/AllInstructorsPage"),
  },
  {
    path: "all-classes",
    title: "All Classes",
    load: () => import(/* webpackChunkName: "all-classes" */ "../classes/browse/AllClassesPage"),
  },
  {
    path: "all-instructors/:id",
    title: "Instructor",
    hasName: true,
    load: () => import(/* webpackChunkName: "all-instructors/<str:id>" */ "../classes/page/InstructorPage"),
  },
  {
    path: "all-classes/:id",
    title: "Class",
    hasName: true,
    load: () => import(/* webpackChunkName: "all-classes/<str:id>" */ "../classes/page/ClassPage"),
  },
  {
    path: "login",
    title: "Log In",
    load: () => import(/* webpackChunkName: "login" */ "../accounts/login/LoginPage"),
  },
  {
    path: "register",
    title: "Register",
    load: () => import(/* webpackChunkName: "register" */ "../accounts/login/RegisterPage"),
  },
  {
    path: "reset-password",
    title: "Reset Password",
    hasName: true,
    load: () => import(/* webpackChunkName: "reset-password" */ "../accounts/reset/ResetPasswordPage"),
  },
  {
    path: "guardianship/:token",
    title: "Invitation",
    hasName: true,
    load: () =>
      import(/* webpackChunkName: "guardianship/<str:token>" */ "../accounts/guardians/InvitationPage"),
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

/** The page at /dashboard. */
export const dashboardHome: PageEntry = {
  path: "",
  title: indexTitles.dashboard,
  load: () => import(/* webpackChunkName: "dashboard" */ "./dashboard/DashboardPage"),
};

/** The pages in the dashboard layout, for logged-in users; paths are relative to /dashboard. */
export const dashboardPages: readonly PageEntry[] = [
  {
    path: "profile",
    title: "My Profile",
    load: () => import(/* webpackChunkName: "dashboard/profile" */ "../accounts/profile/ProfilePage"),
  },
  {
    path: "all-users",
    title: "Manage Users",
    roles: ["admin"],
    load: () => import(/* webpackChunkName: "dashboard/all-users" */ "../accounts/users/ManageUsersPage"),
  },
  {
    path: "manage-classes",
    title: "Manage Classes",
    roles: ["admin"],
    load: () =>
      import(/* webpackChunkName: "dashboard/manage-classes" */ "../classes/season/ManageClassesPage"),
  },
  {
    path: "manage-classes/:id",
    title: "Review Classes",
    roles: ["admin"],
    load: () =>
      import(
        /* webpackChunkName: "dashboard/manage-classes/<str:id>" */ "../classes/review/pending/ReviewPage"
      ),
  },
  {
    path: "seasons/:slug/paperwork",
    title: "Paperwork",
    roles: ["admin"],
    load: () =>
      import(
        /* webpackChunkName: "dashboard/seasons/<str:slug>/paperwork" */ "../care/office/SeasonPaperworkPage"
      ),
  },
  {
    path: "families/:id",
    title: "Family",
    hasName: true,
    roles: ["admin"],
    load: () => import(/* webpackChunkName: "dashboard/families/<str:id>" */ "../office/families/FamilyPage"),
  },
  {
    path: "families/:id/paperwork",
    title: "Paperwork",
    roles: ["admin"],
    load: () =>
      import(
        /* webpackChunkName: "dashboard/families/<str:id>/paperwork" */ "../care/family/FamilyPaperworkPage"
      ),
  },
  {
    path: "money",
    title: "Money",
    hasName: true,
    roles: ["admin"],
    load: () => import(/* webpackChunkName: "dashboard/money" */ "../office/money/MoneyPage"),
  },
  {
    path: "money/:tab",
    title: "Money",
    hasName: true,
    roles: ["admin"],
    load: () => import(/* webpackChunkName: "dashboard/money/<str:tab>" */ "../office/money/MoneyPage"),
  },
  {
    path: "settings",
    title: "Settings",
    hasName: true,
    roles: ["admin"],
    load: () => import(/* webpackChunkName: "dashboard/settings" */ "./settings/SettingsPage"),
  },
  {
    path: "settings/:tab",
    title: "Settings",
    hasName: true,
    roles: ["admin"],
    load: () => import(/* webpackChunkName: "dashboard/settings/<str:tab>" */ "./settings/SettingsPage"),
  },
  {
    path: "today",
    title: "Today",
    roles: ["instructor", "admin"],
    load: () => import(/* webpackChunkName: "dashboard/today" */ "../care/today/TodayPage"),
  },
  {
    path: "my-classes",
    title: "My Classes",
    roles: ["instructor"],
    load: () => import(/* webpackChunkName: "dashboard/my-classes" */ "../classes/teach/MyClassesPage"),
  },
  {
    path: "classes/:id",
    title: "Class",
    hasName: true,
    roles: ["instructor", "admin"],
    load: () => import(/* webpackChunkName: "dashboard/classes/<str:id>" */ "../office/class/StaffClassPage"),
  },
  {
    path: "add-class",
    title: "Add a Class",
    roles: ["instructor", "admin"],
    load: () => import(/* webpackChunkName: "dashboard/add-class" */ "../classes/teach/AddClassPage"),
  },
  {
    path: "update-class/:id",
    title: "Update Class",
    roles: ["instructor", "admin"],
    load: () =>
      import(/* webpackChunkName: "dashboard/update-class/<str:id>" */ "../classes/teach/UpdateClassPage"),
  },
  {
    path: "my-children",
    title: "My Children",
    load: () => import(/* webpackChunkName: "dashboard/my-children" */ "../accounts/children/ChildrenPage"),
  },
  {
    path: "paperwork",
    title: "Paperwork",
    load: () => import(/* webpackChunkName: "dashboard/paperwork" */ "../care/family/PaperworkPage"),
  },
  {
    path: "my-children/:id/paperwork",
    title: "Paperwork",
    load: () =>
      import(
        /* webpackChunkName: "dashboard/my-children/<str:id>/paperwork" */ "../care/family/PaperworkPage"
      ),
  },
  {
    path: "my-children/agreements/:id",
    title: "Agreement",
    hasName: true,
    load: () =>
      import(
        /* webpackChunkName: "dashboard/my-children/agreements/<str:id>" */ "../care/family/AgreementPage"
      ),
  },
  {
    path: "my-selected-classes",
    title: "My Selected Classes",
    load: () =>
      import(
        /* webpackChunkName: "dashboard/my-selected-classes" */ "../payments/selected/MySelectedClassesPage"
      ),
  },
  {
    path: "my-enrolled-classes",
    title: "My Enrolled Classes",
    load: () =>
      import(
        /* webpackChunkName: "dashboard/my-enrolled-classes" */ "../payments/enrolled/MyEnrolledClassesPage"
      ),
  },
  {
    path: "my-enrolled-classes/:id",
    title: "My Class",
    load: () =>
      import(
        /* webpackChunkName: "dashboard/my-enrolled-classes/<str:id>" */ "../payments/enrolled/MyClassPage"
      ),
  },
  {
    path: "my-payment-history",
    title: "My Payment History",
    load: () =>
      import(
        /* webpackChunkName: "dashboard/my-payment-history" */ "../payments/history/MyPaymentHistoryPage"
      ),
  },
  {
    path: "my-payment-history/receipt/:id",
    title: "Receipt",
    load: () =>
      import(
        /* webpackChunkName: "dashboard/my-payment-history/receipt/<str:id>" */ "../payments/history/ReceiptPage"
      ),
  },
  {
    path: "my-payment-history/statement",
    title: "Tax Statement",
    load: () =>
      import(
        /* webpackChunkName: "dashboard/my-payment-history/statement" */ "../payments/history/StatementPage"
      ),
  },
  {
    path: "payment/:id",
    title: "Payment",
    hasName: true,
    load: () =>
      import(/* webpackChunkName: "dashboard/payment/<str:id>" */ "../payments/checkout/PaymentPage"),
  },
  {
    path: "checkout",
    title: "Checkout",
    hasName: true,
    load: () => import(/* webpackChunkName: "dashboard/checkout" */ "../payments/checkout/CheckoutPage"),
  },
];
