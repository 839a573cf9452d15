import { config } from "../../shared/config";

const NAMES = [
  ...["fox", "owl", "bear", "rabbit", "cat", "frog"],
  ...["bird", "bee", "sun", "leaf", "pot", "yarn"],
];

/** The drawn avatars of this site, which a user can choose as a photo: name and URL. */
export const AVATARS = NAMES.map((name) => ({
  name,
  url: `${config.siteUrl}/static/pictures/avatars/${name}.svg`,
}));
