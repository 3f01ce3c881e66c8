import { useState } from 'react'
import { videoQualities } from '@playhead/domain/flags.ts'
import { organizations } from '@playhead/features/account/organizations/contract'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { RadioGroup } from '@playhead/ui/choices/radio-group.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { reloadSession } from '@playhead/web-kit/session/session-loader.ts'
import { useFlags, useIsAdmin, useOrganization } from '@playhead/web-kit/session/use-session.ts'

type VideoQuality = (typeof videoQualities)[number]

const texts: Record<VideoQuality, { label: string; description: string }> = {
  basic: {
    label: 'Basic',
    description:
      'Plays soonest and takes the least room: the file itself, and smaller renditions up to 1080p that are made when someone watches.',
  },
  plus: {
    label: 'Plus',
    description:
      'Every rendition up to the highest resolution of the asset is made ahead and kept, so that viewers on slow connections never wait for one.',
  },
  premium: {
    label: 'Premium',
    description:
      'As Plus, with a slower encoder and higher rates: the best picture, for the most time and room.',
  },
}

const Form = ({
  current,
  isPremiumOffered,
}: {
  current: VideoQuality
  isPremiumOffered: boolean
}) => {
  const organization = useOrganization()
  const isAdmin = useIsAdmin()
  const [chosen, setChosen] = useState(current)
  const save = useCall(organizations.setFlag, { quiet: true })
  const send = async () => {
    await save.mutateAsync({ body: { feature: { name: 'defaultVideoQualityVod', value: chosen } } })
    await reloadSession()
    toasts.show({ type: 'success', title: 'Default video quality saved' })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen !== current && !save.isPending) void send().catch(() => undefined)
      }}
    >
      <Card
        title="Default video quality"
        description={`The default for new assets of ${organization?.name ?? 'the organization'}. Existing assets stay as they are.`}
        footer={
          isAdmin && (
            <div className="flex justify-end">
              <Button
                kind="primary"
                type="submit"
                disabled={chosen === current}
                isLoading={save.isPending}
              >
                Save
              </Button>
            </div>
          )
        }
      >
        <Stack gap={3}>
          <RadioGroup
            label="Quality"
            isLabelHidden
            value={chosen}
            onChange={setChosen}
            isDisabled={!isAdmin}
            options={videoQualities
              .filter((quality) => quality !== 'premium' || isPremiumOffered)
              .map((value) => ({ value, ...texts[value] }))}
          />
          {!isAdmin && <p className="text-sm text-ink-3">Administrators change it.</p>}
          {save.error && <FormMessage tone="error">{save.error.message}</FormMessage>}
        </Stack>
      </Card>
    </form>
  )
}

/** ACCT-082 */
export const Screen = () => {
  const organization = useOrganization()
  const { defaultVideoQualityVod, premiumQualityRolloutEnabled } = useFlags()
  const offered = videoQualities.filter((one) => one !== 'premium' || premiumQualityRolloutEnabled)
  const current = offered.find((one) => one === defaultVideoQualityVod) ?? 'plus'
  return (
    <Form
      key={`${organization?.id} ${current}`}
      current={current}
      isPremiumOffered={premiumQualityRolloutEnabled}
    />
  )
}
