import { Modal } from '@playhead/ui/modal.tsx'
import { toasts } from '@playhead/ui/toast-store.ts'
import { useCall } from '@playhead/web-kit/query.ts'
import { reloadSession } from '@playhead/web-kit/session-loader.ts'
import { environments } from '../contract.ts'
import { EnvironmentForm, type EnvironmentValues } from './environment-form.tsx'

const empty: EnvironmentValues = { name: '', type: 'production', url: '' }

interface CreateEnvironmentDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** ACCT-040 */
export const CreateEnvironmentDialog = ({ isOpen, onClose }: CreateEnvironmentDialogProps) => {
  const create = useCall(environments.create, { invalidates: [environments.list], quiet: true })
  const finish = () => {
    onClose()
    toasts.show({ type: 'success', title: 'Environment created' })
    void reloadSession()
  }
  return (
    <Modal isOpen={isOpen} onClose={onClose} title="Create environment">
      <EnvironmentForm
        initial={empty}
        submitLabel="Create environment"
        submit={(environment) => create.mutateAsync({ body: { environment } })}
        onDone={finish}
        onCancel={onClose}
      />
    </Modal>
  )
}
