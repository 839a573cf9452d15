import { request } from "../api/request";
import type { ApiPath } from "../api/types";
import type { UploadOptions } from "../api/upload";

/** Uploads a picture to a path that stores pictures. Returns the URL of the stored picture. */
export async function uploadPicture(
  path: ApiPath<"/images" | "/users/me/photo">,
  file: File,
  upload: UploadOptions,
): Promise<string> {
  const body = new FormData();
  body.append("image", file);
  const { data } = await request(path, { method: "POST", body, upload });
  return data.display_url;
}
