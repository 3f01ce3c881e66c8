import { Button } from '@playhead/ui/button.tsx'
import { Card } from '@playhead/ui/card.tsx'
import { toasts } from '@playhead/ui/toast-store.ts'
import { useToggle } from '@playhead/ui/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/lazy-dialog.tsx'
import { useCall } from '@playhead/web-kit/query.ts'
import { reloadSession } from '@playhead/web-kit/session-loader.ts'
import type { Organization } from '@playhead/web-kit/session.ts'
import { organizations } from '../contract.ts'

const ConfirmDialog = lazyDialog('ConfirmDialog', () => import('@playhead/ui/confirm-dialog.tsx'))

/** ACCT-017 */
export const CancelOrganizationCard = ({ organization }: { organization: Organization }) => {
  const confirmation = useToggle()
  const cancel = useCall(organizations.cancel, {
    invalidates: [organizations.listChanges],
    quiet: true,
  })
  const finish = () => {
    confirmation.close()
    toasts.show({ type: 'success', title: 'Organization cancelled' })
    void reloadSession()
  }
  return (
    <>
      <Card
        title="Cancel organization"
        description="Nothing new is taken in from then on. What is stored stays readable."
        actions={<Button onClick={confirmation.open}>Cancel organization</Button>}
      />
      <ConfirmDialog
        isOpen={confirmation.isOpen}
        isDanger
        onClose={confirmation.close}
        onConfirm={() => cancel.mutateAsync().then(finish, () => undefined)}
        title={`Cancel ${organization.name}?`}
        confirmLabel="Cancel organization"
        cancelLabel="Keep it"
        typedConfirmation={organization.name}
        error={cancel.error?.message}
      >
        Players and programs of every environment are refused from now on. Only the people who run
        this server can take this back.
      </ConfirmDialog>
    </>
  )
}
