import { toasts } from '@playhead/ui/toast-store.ts'
import { Button } from '@playhead/ui/button.tsx'
import { Card } from '@playhead/ui/card.tsx'
import { PlusIcon } from '@playhead/ui/icons.ts'
import { Modal } from '@playhead/ui/modal.tsx'
import { useToggle } from '@playhead/ui/toggle.ts'
import { reloadSession } from '@playhead/web-kit/session-loader.ts'
import {
  CreateOrganizationForm,
  useCreateOrganization,
} from './create-organization/create-organization-form.tsx'

const CreateOrganizationDialog = ({ onClose }: { onClose: () => void }) => {
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

/** ACCT-013: closes once the organization is there, stays open with what went wrong. */
export const CreateOrganizationPanel = () => {
  const panel = useToggle()
  return (
    <>
      <Card
        title="Another organization"
        description="Its team and its environments are kept apart from this one."
        actions={
          <Button icon={<PlusIcon />} onClick={panel.open}>
            Create organization
          </Button>
        }
      />
      {panel.isOpen && <CreateOrganizationDialog onClose={panel.close} />}
    </>
  )
}
