import { type To, useNavigate } from "react-router-dom";

/** Returns a function that leads back to the page before this one, as it was, or to `home` if no page of the site was before. */
export function useReturn(home: To): () => void {
  const navigate = useNavigate();
  return () => {
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
    if (idx > 0) navigate(-1);
    else navigate(home);
  };
}
