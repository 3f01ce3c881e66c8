import { useCall } from '@playhead/web-kit/queries/query.ts'
import { environments } from '../contract.ts'
import { EnvironmentDialog, type EnvironmentValues } from './environment-dialog.tsx'

const empty: EnvironmentValues = { name: '', type: 'production', url: '' }

interface CreateEnvironmentDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** ACCT-040 */
export const CreateEnvironmentDialog = ({ isOpen, onClose }: CreateEnvironmentDialogProps) => {
  const create = useCall(environments.create, { invalidates: [environments.list], quiet: true })
  return (
    <EnvironmentDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Create environment"
      initial={empty}
      submitLabel="Create environment"
      submit={(environment) => create.mutateAsync({ body: { environment } })}
      doneToast="Environment created"
    />
  )
}
