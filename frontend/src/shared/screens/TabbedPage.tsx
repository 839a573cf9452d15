import type { ComponentType, ReactNode } from "react";
import { useParams } from "react-router-dom";
import { TabLinks } from "../components/TabLinks";
import { NotFoundPage } from "./FullPageError";
import { PageHeading, usePageTitle } from "./Page";

/** The last part of a tab's path, which is empty for the first tab, its name, and its content. */
type Tab = readonly [part: string, name: string, Content: ComponentType];

interface TabbedPageProps {
  title: string;
  /** The path of the first tab; those of the others are below it. */
  path: string;
  tabs: readonly Tab[];
}

/** A page of several tabs, of which the route's parameter `tab` names one. */
export function TabbedPage({ title, path, tabs }: TabbedPageProps) {
  const { tab = "" } = useParams();
  const current = tabs.find(([part]) => part === tab);
  if (!current) return <NotFoundPage />;
  const addressOf = (part: string) => (part === "" ? path : `${path}/${part}`);
  return (
    <ShownTab key={tab} title={title} tab={current}>
      <TabLinks
        label={title}
        tabs={tabs.map(([part, name]) => [addressOf(part), name])}
        current={addressOf(tab)}
      />
    </ShownTab>
  );
}

function ShownTab({
  title,
  tab: [, name, Content],
  children,
}: {
  title: string;
  tab: Tab;
  children: ReactNode;
}) {
  usePageTitle(`${title}: ${name}`);
  return (
    <>
      <PageHeading className="mb-3">{title}</PageHeading>
      {children}
      <div className="mt-4">
        <Content />
      </div>
    </>
  );
}
