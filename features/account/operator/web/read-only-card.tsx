import { Card } from '@playhead/ui/layout/card.tsx'
import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { Switch } from '@playhead/ui/choices/switch.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { useIsReadOnly } from '@playhead/web-kit/session/read-only.ts'
import { reloadSession } from '@playhead/web-kit/session/session-loader.ts'
import { operator } from '../contract.ts'

/** KIT-032: switching it on blocks changes for everyone, so it asks first; switching it off does not. */
export const ReadOnlyCard = () => {
  const isReadOnly = useIsReadOnly()
  const confirmation = useToggle()
  const set = useCall(operator.setReadOnly, { onSuccess: () => void reloadSession() })
  const change = (readOnly: boolean) =>
    set.mutateAsync({ body: { readOnly } }).catch(() => undefined)
  const wanted = set.isPending ? set.variables.body.readOnly : undefined
  return (
    <Card title="Maintenance">
      <Switch
        isOn={wanted ?? isReadOnly}
        isDisabled={set.isPending}
        onChange={(isOn) => (isOn ? confirmation.open() : void change(false))}
        description="Nothing can be changed through the API or the dashboard. Reading and collecting views continue."
      >
        Read-only mode
      </Switch>
      <ConfirmDialog
        isOpen={confirmation.isOpen}
        onClose={confirmation.close}
        onConfirm={() => change(true)}
        title="Switch on read-only mode?"
        confirmLabel="Switch on"
      >
        No one on this server can change anything until it is switched off again.
      </ConfirmDialog>
    </Card>
  )
}
