import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Inline } from '@playhead/ui/layout/layout.tsx'
import { Loading, SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import type { SsoConnection } from './sso-dialog.tsx'
import type { useSso } from './use-sso.ts'

const SsoDialog = lazyDialog('SsoDialog', () => import('./sso-dialog.tsx'))
const RemoveSsoDialog = lazyDialog('RemoveSsoDialog', () => import('./remove-sso-dialog.tsx'))

const SsoDetails = ({ connection }: { connection: SsoConnection }) => (
  <DescriptionList
    items={[
      { term: 'Issuer', detail: connection.issuer },
      { term: 'Client id', detail: <span className="font-mono">{connection.clientId}</span> },
      { term: 'Email domains', detail: connection.emailDomains.join(', ') || 'None' },
      {
        term: 'Required',
        detail: connection.required ? (
          <Badge tone="info">Everybody must use it</Badge>
        ) : (
          'No, passwords work too'
        ),
      },
    ]}
  />
)

/** Single sign-on through an OpenID Connect provider of the organization. */
export const SsoCard = ({ sso }: { sso: ReturnType<typeof useSso> }) => {
  const editor = useToggle()
  const removal = useToggle()
  const connection = sso.data?.data
  return (
    <Card
      title="Single sign-on"
      description="Members sign in through your OpenID Connect provider."
      isFailing={sso.isLoadingError}
      actions={
        sso.data && (
          <Inline gap={2}>
            {connection && (
              <Button kind="ghost" onClick={removal.open}>
                Remove
              </Button>
            )}
            <Button onClick={editor.open}>{connection ? 'Edit' : 'Set up'}</Button>
          </Inline>
        )
      }
    >
      {sso.isPending && (
        <Loading label="Loading single sign-on">
          <SkeletonLines count={1} />
        </Loading>
      )}
      {sso.isLoadingError && (
        <FailedState message={sso.error.message} onRetry={() => void sso.refetch()} />
      )}
      {connection && <SsoDetails connection={connection} />}
      {sso.data && !connection && <p className="text-sm text-ink-3">Not set up.</p>}
      {editor.isOpen && <SsoDialog connection={connection ?? null} onClose={editor.close} />}
      {removal.isOpen && <RemoveSsoDialog onClose={removal.close} />}
    </Card>
  )
}
