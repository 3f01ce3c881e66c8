import type { BannerDefinition, BannerLevel } from '@playhead/ui/feedback/banner-visibility.ts'
import { readOnlyMessage } from '@playhead/contract-kit/error-messages.ts'
import type {
  AccountNotification,
  Organization,
  Session,
} from '@playhead/web-kit/session/session.ts'
import type { Part } from '../screens/readiness.ts'
import { organizationPath } from '@playhead/web-kit/navigation/paths.ts'
import { isAdminOf } from '@playhead/web-kit/session/use-session.ts'

interface Notice {
  level: BannerLevel
  message: string
  /** A button that leads to a page of billing. */
  button?: { label: string; page: 'plans' | 'invoices' }
}

/** KIT-034, KIT-035, KIT-036 */
const notices: Record<AccountNotification['type'], Notice> = {
  cancellation: { level: 'error', message: 'Your plan has been cancelled.' },
  downgrade: {
    level: 'warning',
    message: 'Your plan will be downgraded at the end of the billing period.',
  },
  read_only: { level: 'warning', message: 'Your organization is in read-only mode.' },
  trial_expiration: { level: 'warning', message: 'Your trial is about to expire.' },
  volume: { level: 'warning', message: 'Your usage is close to the volume of your plan.' },
  data_pricing_relaunch: { level: 'info', message: 'Data plans have changed.' },
  feedback: { level: 'info', message: "We'd love to hear your feedback." },
  view_limit_reached: {
    level: 'warning',
    message: "You've reached the view limit of your plan.",
    button: { label: 'Get more views', page: 'plans' },
  },
  test_video_only: {
    level: 'info',
    message: 'You can only create test videos on your plan.',
    button: { label: 'Upgrade', page: 'plans' },
  },
  invoice_overdue: {
    level: 'error',
    message: 'An invoice of your organization is long overdue.',
    button: { label: 'See invoices', page: 'invoices' },
  },
  demo_history: {
    level: 'info',
    message: 'The history of this demo is still being written.',
  },
}

/** Pages of billing are for admins. */
const noticeBanners = (organization: Organization, isAdmin: boolean): BannerDefinition[] =>
  organization.accountNotifications.map(({ type, message, id }) => {
    const notice = notices[type]
    const { level, button } = notice
    return {
      type: id === undefined ? type : `${type} ${id}`,
      level,
      message: message ?? notice.message,
      isDismissible: level !== 'error',
      ...(button &&
        isAdmin && {
          action: {
            label: button.label,
            href: organizationPath(organization.id, `account/billing/${button.page}`),
          },
        }),
    }
  })

interface BannerActions {
  endMasquerade: () => void
  clearOverrides: () => void
  refresh: () => void
}

interface BannerState {
  session: Session
  organization: Organization | null
  isUpdateRequired: boolean
  /** While the server does not respond. */
  lost?: { lastHeardMs: number | undefined } | undefined
  /** Shown to staff only. */
  serverTrouble: readonly Part[]
}

const clock = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

const lostText = (lastHeardMs: number | undefined) =>
  lastHeardMs === undefined
    ? 'Connection lost, trying again'
    : `Connection lost, last update ${clock.format(lastHeardMs)}, trying again`

/** All current banners, the most urgent first. KIT-027 … KIT-036 */
export const dueBanners = (state: BannerState, actions: BannerActions): BannerDefinition[] => {
  const { session, organization, isUpdateRequired, serverTrouble, lost } = state
  const isServerBroken = serverTrouble.some(({ status }) => status === 'not ready')
  const banners: (BannerDefinition | false)[] = [
    lost !== undefined && {
      type: 'connection_lost',
      level: 'error',
      message: lostText(lost.lastHeardMs),
      isDismissible: false,
    },
    session.masquerading && {
      type: 'masquerade',
      level: 'warning',
      message: 'Masquerading: you are viewing CUSTOMER data',
      isDismissible: false,
      action: { label: 'End', onClick: actions.endMasquerade },
    },
    serverTrouble.length > 0 && {
      type: 'server_trouble',
      level: isServerBroken ? 'error' : 'warning',
      message: serverTrouble.map(({ detail }) => detail).join(' '),
      isDismissible: !isServerBroken,
      action: { label: 'Status', href: '/docs/status' },
    },
    session.currentUser.internal &&
      session.featureOverrides.length > 0 && {
        type: 'feature_overrides',
        level: 'info',
        message: `Developer feature overrides: ${session.featureOverrides.join(', ')}`,
        isDismissible: false,
        action: { label: 'Clear', onClick: actions.clearOverrides },
      },
    isUpdateRequired && {
      type: 'client_update_required',
      level: 'info',
      message: 'A new version of the dashboard is available.',
      isDismissible: false,
      action: { label: 'Refresh', onClick: actions.refresh },
    },
    session.visitor && {
      type: 'public_demo',
      level: 'info',
      message: 'This is a public demo. Look around: nothing is saved here.',
      isDismissible: true,
      action: { label: 'Sign in', href: '/login' },
    },
    session.readOnly && {
      type: 'APIReadOnly',
      level: 'warning',
      message: readOnlyMessage,
      isDismissible: false,
    },
  ]
  return [
    ...banners.filter((banner) => banner !== false),
    ...(organization ? noticeBanners(organization, isAdminOf(session, organization.id)) : []),
  ]
}
