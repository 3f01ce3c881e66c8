import { useCall } from '@playhead/web-kit/queries/query.ts'
import { environments } from '../contract.ts'
import { EnvironmentDialog } from './environment-dialog.tsx'
import { failureToast } from './failure-toast.ts'
import type { EnvironmentRow } from './use-environment-list.ts'

interface EditEnvironmentDialogProps {
  environment: EnvironmentRow
  onClose: () => void
}

/** ACCT-041, ACCT-042, ACCT-043 */
export const EditEnvironmentDialog = ({ environment, onClose }: EditEnvironmentDialogProps) => {
  const update = useCall(environments.update, {
    invalidates: [environments.list],
    handleError: failureToast('Environment update failed'),
  })
  return (
    <EnvironmentDialog
      onClose={onClose}
      title="Edit environment"
      initial={{ name: environment.name, type: environment.type, url: environment.url ?? '' }}
      submitLabel="Save"
      submit={(values) =>
        update.mutateAsync({ params: { id: environment.id }, body: { environment: values } })
      }
      doneToast="Environment updated"
    />
  )
}
