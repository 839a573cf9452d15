import { type ComponentType, useCallback, useEffect, useState } from "react";
import Button from "react-bootstrap/Button";
import { useBackOnline } from "../shared/network";
import { PageHeading } from "../shared/Page";
import { Pot } from "../shared/Pot";
import { Progress } from "../shared/Progress";
import { reloadIfRenewed } from "../shared/parts";
import type { PageEntry } from "./pageTable";

/** The code of a page: fetched when the page is first wanted, and again after that failed. */
export class PageCode {
  Page: ComponentType | null = null;

  constructor(private readonly load: PageEntry["load"]) {}

  /** @throws whatever keeps the code from being loaded; trying again may help */
  async fetch(): Promise<void> {
    this.Page ??= (await this.load()).default;
  }
}

/** A page, or the way to have it after its code did not come. */
export function LatePage({ code }: { code: PageCode }) {
  const [status, setStatus] = useState(code.Page ? "here" : "coming");
  const fetch = useCallback(async () => {
    setStatus("coming");
    try {
      await code.fetch();
      setStatus("here");
    } catch (error) {
      setStatus("missing");
      await reloadIfRenewed(error);
    }
  }, [code]);
  useEffect(() => {
    if (!code.Page) void fetch();
  }, [code, fetch]);
  useBackOnline(() => status === "missing" && void fetch());
  if (code.Page) return <code.Page />;
  return status === "missing" ? (
    <Missing again={() => void fetch()} />
  ) : (
    <Progress label="Loading the page" />
  );
}

function Missing({ again }: { again: () => void }) {
  return (
    <div className="container py-5 text-center">
      <Pot />
      <PageHeading className="fs-2">This page did not arrive</PageHeading>
      <div role="alert">
        <p>It could not be loaded. Check your connection and try again; nothing else is lost.</p>
      </div>
      <Button onClick={again}>Try again</Button>
    </div>
  );
}
