import { CodeBlock } from '@playhead/ui/code-block.tsx'
import { staffLinkMinutes } from '../contract.ts'
import { PageHeading } from './page/page-heading.tsx'

/** Whoever reaches the port could come first, so the terminal says who runs this server. */
export function FirstVisit() {
  return (
    <>
      <PageHeading title="Open the link in the terminal">
        This server is new and has no accounts yet. When it started, it printed a link that makes
        the first one. The link works once, within {staffLinkMinutes} minutes.
      </PageHeading>
      <CodeBlock
        label="Too late? Run this where the server runs, for a new link"
        text="npx playhead staff link"
        copyLabel="Copy the command"
        isWhole
      />
    </>
  )
}
