import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { assetLimits, assets } from '../../contract.ts'
import type { Asset } from '../asset-facts.ts'

interface Details {
  title: string
  creatorId: string
  externalId: string
  passthrough: string
}

const { titleMax, creatorIdMax, externalIdMax, passthroughMax } = assetLimits

/** An emoji counts as one character. */
const refusal = (value: string, max: number, name: string) =>
  Array.from(value).length > max ? `${name} can only be ${max} characters.` : undefined

const validate = ({ title, creatorId, externalId, passthrough }: Details) => ({
  title: refusal(title, titleMax, 'Title'),
  creatorId: refusal(creatorId, creatorIdMax, 'Creator ID'),
  externalId: refusal(externalId, externalIdMax, 'External ID'),
  passthrough: refusal(passthrough, passthroughMax, 'Passthrough'),
})

const detailsOf = ({ meta, passthrough }: Asset): Details => ({
  title: meta?.title ?? '',
  creatorId: meta?.creatorId ?? '',
  externalId: meta?.externalId ?? '',
  passthrough: passthrough ?? '',
})

export const DetailsForm = ({ asset }: { asset: Asset }) => {
  const update = useCall(assets.update, {
    invalidates: [assets.retrieve, assets.events, assets.logs],
    quiet: true,
  })
  const initial = detailsOf(asset)
  const form = useForm({
    initial,
    validate,
    submit: ({ passthrough, ...meta }) =>
      update.mutateAsync({ params: { id: asset.id }, body: { meta, passthrough } }),
    onDone: () => toasts.show({ type: 'success', title: 'Details saved' }),
  })
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(initial)
  return (
    <Card title="Details">
      <form {...form.formProps}>
        <Stack gap={3}>
          <TextField {...form.field('title')} label="Title" autoComplete="off" />
          <TextField {...form.field('creatorId')} label="Creator ID" autoComplete="off" isMono />
          <TextField {...form.field('externalId')} label="External ID" autoComplete="off" isMono />
          <TextField
            {...form.field('passthrough')}
            label="Passthrough"
            description="Comes back with the asset and in its webhooks."
            autoComplete="off"
            isMono
          />
          {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
          <div className="flex justify-end gap-2">
            {isChanged && <Button onClick={() => form.reset(initial)}>Discard changes</Button>}
            <Button
              kind="primary"
              type="submit"
              disabled={!isChanged}
              isLoading={form.isSubmitting}
            >
              Save
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  )
}
