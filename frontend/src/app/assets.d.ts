/** webpack emits the picture; the module is its URL. */
declare module "*.webp" {
  const url: string;
  export default url;
}

declare module "*.scss";
