import { assetLimits } from '@playhead/features/video/assets/contract'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import type { LiveStream } from '../live-stream-facts.ts'
import { SaveButtons } from './save-buttons.tsx'
import { useSettingsForm } from './use-settings-form.ts'

interface Details {
  title: string
  passthrough: string
}

const { titleMax, passthroughMax } = assetLimits

/** An emoji counts as one character. */
const refusal = (value: string, max: number, name: string) =>
  Array.from(value).length > max ? `${name} can only be ${max} characters.` : undefined

const validate = ({ title, passthrough }: Details) => ({
  title: refusal(title, titleMax, 'Title'),
  passthrough: refusal(passthrough, passthroughMax, 'Passthrough'),
})

export const DetailsForm = ({ stream }: { stream: LiveStream }) => {
  const { form, foot } = useSettingsForm<Details>({
    id: stream.id,
    initial: { title: stream.meta?.title ?? '', passthrough: stream.passthrough ?? '' },
    validate,
    changesOf: ({ title, passthrough }) => ({ meta: { title }, passthrough }),
    doneTitle: 'Details saved',
  })
  return (
    <Card title="Details">
      <form {...form.formProps}>
        <Stack gap={3}>
          <TextField {...form.field('title')} label="Title" autoComplete="off" />
          <TextField
            {...form.field('passthrough')}
            label="Passthrough"
            description="Comes back with the live stream and in its webhooks."
            autoComplete="off"
            isMono
          />
          <SaveButtons {...foot} />
        </Stack>
      </form>
    </Card>
  )
}
