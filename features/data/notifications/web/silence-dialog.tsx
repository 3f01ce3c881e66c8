import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { incidentNotificationRules } from '../contract.ts'
import { dimensionTitle, shownValue } from './value-text.ts'

interface SilenceDialogProps {
  isOpen: boolean
  onClose: () => void
  pairs: { name: string; value: string }[]
  /** Of the rule about these values, where there is one. */
  ruleId: string | undefined
}

/** ALRT-038, ALRT-041 */
export const SilenceDialog = ({ isOpen, onClose, pairs, ruleId }: SilenceDialogProps) => {
  const options = { invalidates: [incidentNotificationRules.listRules], quiet: true }
  const create = useCall(incidentNotificationRules.createRule, options)
  const mute = useCall(incidentNotificationRules.mute, options)
  const silence = () =>
    ruleId === undefined
      ? create.mutateAsync({ body: { incidentNotificationRule: { rules: pairs } } })
      : mute.mutateAsync({ params: { id: ruleId } })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={silence}
      doneToast="Incidents silenced"
      title="Silence incidents like this?"
      confirmLabel="Silence"
    >
      <p>No notifications are sent about incidents with</p>
      <ul className="list-disc py-2 pl-4">
        {pairs.map(({ name, value }) => (
          <li key={`${name} ${value}`} className="break-words">
            {dimensionTitle(name)}: {shownValue(name, value)}
          </li>
        ))}
      </ul>
      <p>until someone unsilences them. They stay in the list.</p>
    </ConfirmDialog>
  )
}
