/** Types of the API's requests and responses, by method and path, derived from the generated OpenAPI types. */
import type { paths } from "./api.gen";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A path as the OpenAPI document writes it, such as `/classes/{id}`. */
export type PathTemplate = keyof paths;

declare const template: unique symbol;

/** A path with its parameters filled in. It carries its template, which determines the types of the call. */
export type ApiPath<T extends PathTemplate> = string & { readonly [template]: T };

type Operation<M extends Method, T extends PathTemplate> = paths[T][Lowercase<M> & keyof paths[T]];

type JsonOf<R> = R extends { content: { "application/json": infer Body } } ? Body : undefined;

/** The JSON of a successful response; undefined if the response has no body. */
export type ResponseBody<M extends Method, T extends PathTemplate> =
  Operation<M, T> extends { responses: infer R } ? JsonOf<R[keyof R & (200 | 201 | 204)]> : never;

/** The body of a request: JSON, or form data for a file upload. */
export type RequestBody<M extends Method, T extends PathTemplate> =
  Operation<M, T> extends { requestBody?: { content: infer Content } }
    ? Content extends { "application/json": infer Body }
      ? Body
      : FormData
    : undefined;

/** One row of a list that the API returns. */
export type Row<T extends PathTemplate> = ResponseBody<"GET", T> extends readonly (infer R)[] ? R : never;
