import { useState } from 'react'
import { operator } from '@playhead/features/account/operator/contract'
import { Banner } from '@playhead/ui/feedback/banner.tsx'
import { dismissBanner, visibleBanners } from '@playhead/ui/feedback/banner-visibility.ts'
import { lastHeardMs, useConnection } from '@playhead/web-kit/calls/connection.ts'
import { call } from '@playhead/web-kit/calls/call.ts'
import { useSession } from '@playhead/web-kit/session/use-session.ts'
import { dueBanners } from './banners.ts'
import { useServerTrouble } from './use-server-trouble.ts'
import type { Shell } from './use-shell.ts'

const overridesCookieName = 'playhead_feature_overrides'

const reload = () => globalThis.location.reload()

/** Reloads, because everything on the page belongs to the customer. */
const endMasquerade = async () => {
  await call(operator.endMasquerade)
  globalThis.location.assign('/')
}

const clearOverrides = () => {
  document.cookie = `${overridesCookieName}=; path=/; max-age=0`
  reload()
}

export const BannerArea = ({ session, organization, pathname }: Shell) => {
  const { isUpdateRequired } = useSession()
  const isLost = useConnection() === 'lost'
  const [, setDismissals] = useState(0)
  const serverTrouble = useServerTrouble(session.currentUser.internal)
  const organizationId = organization?.id ?? ''
  const due = dueBanners(
    {
      session,
      organization,
      isUpdateRequired,
      serverTrouble,
      ...(isLost && { lost: { lastHeardMs: lastHeardMs() } }),
    },
    { endMasquerade: () => void endMasquerade(), clearOverrides, refresh: reload },
  )
  const banners = visibleBanners(due, { route: pathname, organizationId })
  if (banners.length === 0) return null
  const dismiss = (type: string) => {
    dismissBanner(type, organizationId)
    setDismissals((count) => count + 1)
  }
  return (
    <div className="shell-banners">
      {banners.map(({ type, level, message, action, isDismissible }) => (
        <Banner
          key={type}
          level={level}
          message={message}
          action={action}
          onDismiss={isDismissible ? () => dismiss(type) : undefined}
        />
      ))}
    </div>
  )
}
