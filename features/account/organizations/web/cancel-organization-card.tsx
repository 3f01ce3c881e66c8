import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { reloadSession } from '@playhead/web-kit/session/session-loader.ts'
import type { Organization } from '@playhead/web-kit/session/session.ts'
import { organizations } from '../contract.ts'

const ConfirmDialog = lazyDialog(
  'ConfirmDialog',
  () => import('@playhead/ui/overlays/confirm-dialog.tsx'),
)

/** ACCT-017 */
export const CancelOrganizationCard = ({ organization }: { organization: Organization }) => {
  const confirmation = useToggle()
  const cancel = useCall(organizations.cancel, {
    invalidates: [organizations.listChanges],
    quiet: true,
  })
  return (
    <>
      <Card
        title="Cancel organization"
        description="From then on new data is refused. Stored data stays readable."
        actions={<Button onClick={confirmation.open}>Cancel organization</Button>}
      />
      <ConfirmDialog
        isOpen={confirmation.isOpen}
        isDanger
        onClose={confirmation.close}
        onConfirm={() => cancel.mutateAsync()}
        title={`Cancel ${organization.name}?`}
        confirmLabel="Cancel organization"
        cancelLabel="Keep it"
        typedConfirmation={organization.name}
        doneToast="Organization cancelled"
        onDone={() => void reloadSession()}
      >
        Players and programs of every environment are refused from now on. Only the people who run
        this server can take this back.
      </ConfirmDialog>
    </>
  )
}
