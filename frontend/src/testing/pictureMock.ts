/** Replaces the URL of every picture of the site in tests. */
export default "/static/build/pictures/picture.webp";
