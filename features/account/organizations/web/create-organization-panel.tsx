import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'

const CreateOrganizationDialog = lazyDialog(
  'CreateOrganizationDialog',
  () => import('./create-organization-dialog.tsx'),
)

/** ACCT-013: closes once the organization is created; stays open and shows the error otherwise. */
export const CreateOrganizationPanel = () => {
  const panel = useToggle()
  return (
    <>
      <Card
        title="Another organization"
        description="It has its own team and environments."
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
