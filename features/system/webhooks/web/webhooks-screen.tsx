import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useEnvironment } from '@playhead/web-kit/session/use-session.ts'
import { useOpenWebhook } from './open-webhook.ts'
import { useWebhookList } from './use-webhook-list.ts'
import { WebhooksTable } from './webhooks-table.tsx'

const CreateWebhookDialog = lazyDialog(
  'CreateWebhookDialog',
  () => import('./create-webhook-dialog.tsx'),
)
const WebhookDrawer = lazyDialog('WebhookDrawer', () => import('./webhook-drawer.tsx'))

const countText = (count: number) => (count === 1 ? '1 webhook' : `${count} webhooks`)

const Webhooks = ({ environmentName }: { environmentName: string }) => {
  const webhooks = useWebhookList()
  const creation = useToggle()
  const { id, close } = useOpenWebhook()
  const total = webhooks.list.data?.totalRowCount
  return (
    <>
      <Card
        isFlush
        title="Webhooks"
        description={`Every event of ${environmentName} is sent to each of these addresses.${total ? ` ${countText(total)}.` : ''}`}
        isFailing={webhooks.list.isLoadingError}
        actions={
          <Button kind="primary" icon={<PlusIcon />} onClick={creation.open}>
            Create webhook
          </Button>
        }
      >
        <WebhooksTable webhooks={webhooks} environmentName={environmentName} />
      </Card>
      <CreateWebhookDialog
        isOpen={creation.isOpen}
        onClose={creation.close}
        environmentName={environmentName}
      />
      {id !== undefined && <WebhookDrawer key={id} id={id} onClose={close} />}
    </>
  )
}

/** ACCT-073 … ACCT-077 */
export const Screen = () => {
  const environment = useEnvironment()
  return <Webhooks key={environment?.id} environmentName={environment?.name ?? 'the environment'} />
}
