import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { alertIncidents, alertRules } from '../../contract.ts'
import type { Rule } from '../rule-words.ts'

interface DeleteRuleDialogProps {
  rule: Rule
  onClose: () => void
  onDone?: () => void
}

/** ALRT-025 */
export const DeleteRuleDialog = ({ rule, onClose, onDone }: DeleteRuleDialogProps) => {
  const remove = useCall(alertRules.remove, {
    invalidates: [alertRules.list, alertIncidents.listIncidents],
    quiet: true,
  })
  return (
    <ConfirmDialog
      isDanger
      onClose={onClose}
      onConfirm={() => remove.mutateAsync({ params: { id: rule.id } })}
      onDone={onDone}
      doneToast="Alert rule deleted"
      title="Delete this alert rule?"
      confirmLabel="Delete rule"
    >
      <p className="break-words">{rule.displayName}</p>
      <p className="mt-2">Its open incidents end. The ones that ended stay in the list.</p>
    </ConfirmDialog>
  )
}
