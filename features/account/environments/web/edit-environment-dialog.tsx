import { Modal } from '@playhead/ui/modal.tsx'
import { toasts } from '@playhead/ui/toast-store.ts'
import { useCall } from '@playhead/web-kit/query.ts'
import { reloadSession } from '@playhead/web-kit/session-loader.ts'
import { environments } from '../contract.ts'
import { EnvironmentForm } from './environment-form.tsx'
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
  const finish = () => {
    onClose()
    toasts.show({ type: 'success', title: 'Environment updated' })
    void reloadSession()
  }
  return (
    <Modal isOpen onClose={onClose} title="Edit environment">
      <EnvironmentForm
        initial={{ name: environment.name, type: environment.type, url: environment.url ?? '' }}
        submitLabel="Save"
        submit={(values) =>
          update.mutateAsync({ params: { id: environment.id }, body: { environment: values } })
        }
        onDone={finish}
        onCancel={onClose}
      />
    </Modal>
  )
}
