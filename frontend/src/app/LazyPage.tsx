import { type ComponentType, useCallback, useEffect, useState } from "react";
import Button from "react-bootstrap/Button";
import { reloadAfterDeploy } from "../shared/api/chunks";
import { useBackOnline } from "../shared/hooks/useOnline";
import { PageHeading } from "../shared/screens/Page";
import { Pot } from "../shared/screens/Pot";
import { Progress } from "../shared/screens/Progress";
import type { PageEntry } from "./pageTable";

/** The chunk of a page. It is loaded once; a failed load can be repeated. */
export class PageChunk {
  Page: ComponentType | null = null;

  constructor(private readonly load: PageEntry["load"]) {}

  /** @throws the error of the failed import */
  async fetch(): Promise<void> {
    this.Page ??= (await this.load()).default;
  }
}

/** Renders the page of a chunk, or an error with a retry button if the chunk does not load. */
export function LazyPage({ chunk }: { chunk: PageChunk }) {
  const [status, setStatus] = useState(chunk.Page ? "loaded" : "loading");
  const fetch = useCallback(async () => {
    setStatus("loading");
    try {
      await chunk.fetch();
      setStatus("loaded");
    } catch (error) {
      if (!(await reloadAfterDeploy(error))) setStatus("failed");
    }
  }, [chunk]);
  useEffect(() => {
    if (!chunk.Page) void fetch();
  }, [chunk, fetch]);
  useBackOnline(() => status === "failed" && void fetch());
  if (chunk.Page) return <chunk.Page />;
  return status === "failed" ? (
    <LoadFailed retry={() => void fetch()} />
  ) : (
    <Progress label="Loading the page" />
  );
}

function LoadFailed({ retry }: { retry: () => void }) {
  return (
    <div className="container py-5 text-center">
      <Pot />
      <PageHeading className="fs-2">This page didn't load</PageHeading>
      <div role="alert">
        <p>Check your connection and try again.</p>
      </div>
      <Button onClick={retry}>Try again</Button>
    </div>
  );
}
