import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { sharedCosts } from '../../shared-costs-contract.ts'
import type { SharedCost } from './use-shared-costs.ts'

interface RemoveSharedCostDialogProps {
  cost: SharedCost
  onClose: () => void
}

export const RemoveSharedCostDialog = ({ cost, onClose }: RemoveSharedCostDialogProps) => {
  const remove = useCall(sharedCosts.removeSharedCost, {
    invalidates: [sharedCosts.listSharedCosts],
    quiet: true,
  })
  return (
    <ConfirmDialog
      isDanger
      onClose={onClose}
      onConfirm={() => remove.mutateAsync({ params: { id: cost.id } })}
      title={`Delete ${cost.name}?`}
      confirmLabel="Delete shared cost"
      doneToast="Shared cost deleted"
    >
      It disappears from all months, also from those that are over. To end it instead, change it and
      enter its last day.
    </ConfirmDialog>
  )
}
