import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'

/** Such as an environment of another organization; 400 for what is no id at all. */
export const isUnknown = (error: unknown) =>
  isCallError(error) && (error.status === 404 || error.status === 400)

export const UnknownEnvironment = ({ href }: { href: string }) => (
  <Card>
    <EmptyState
      title="There is no such environment"
      action={<LinkButton href={href}>Go to all environments</LinkButton>}
    >
      It may belong to another organization. One that was removed keeps its usage.
    </EmptyState>
  </Card>
)
