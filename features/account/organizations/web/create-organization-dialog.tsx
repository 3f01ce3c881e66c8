import { Modal } from '@playhead/ui/overlays/modal.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { reloadSession } from '@playhead/web-kit/session/session-loader.ts'
import {
  CreateOrganizationForm,
  useCreateOrganization,
} from './create-organization/create-organization-form.tsx'

export const CreateOrganizationDialog = ({ onClose }: { onClose: () => void }) => {
  const form = useCreateOrganization(async ({ name }) => {
    await reloadSession()
    onClose()
    toasts.show({
      type: 'success',
      title: 'Organization created',
      description: `${name} is in the list at the top of the navigation.`,
    })
  })
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Create an organization"
      description="It comes with a first environment, and you are its admin."
      maxWidth={480}
    >
      <CreateOrganizationForm form={form} />
    </Modal>
  )
}
