/** webpack emits the picture; the module is its address. */
declare module "*.webp" {
  const address: string;
  export default address;
}
