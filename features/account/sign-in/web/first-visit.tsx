import { CodeBlock } from '@playhead/ui/code/code-block.tsx'
import { staffLinkMinutes } from '../contract.ts'
import { PageHeading } from '@playhead/web-kit/page/page-heading.tsx'

/** A stranger could reach the port first, so access to the terminal proves who runs this server. */
export const FirstVisit = () => {
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
