import '@playhead/ui/theme.css'
import './dashboard.css'
import { createRoot } from 'react-dom/client'
import { signIn } from '@playhead/features/account/sign-in/contract'
import { startTheme } from '@playhead/ui/theme/theme.ts'
import { call } from '@playhead/web-kit/calls/call.ts'
import {
  followOtherTabs,
  loadSession,
  setSessionSource,
} from '@playhead/web-kit/session/session-loader.ts'
import { pathTenant, tenantOfPath } from '@playhead/web-kit/session/tenant.ts'
import { startUpgradeNotice } from '@playhead/web-kit/session/upgrade-notice.ts'
import { ownAddresses } from './addresses.ts'
import { features } from './features.ts'
import { goLive } from './frame/go-live.ts'
import { Dashboard } from './dashboard.tsx'
import { addressTable } from './routing/address-table.ts'

startTheme()
startUpgradeNotice()

// The gates decide what a missing session means for each page, so the central handling does nothing.
setSessionSource(
  async (tenant) => {
    const { data } = await call(signIn.retrieve, { tenant, handleError: () => true })
    return data
  },
  async () => {
    const { data } = await call(signIn.options, { handleError: () => true })
    return data.hasSession
  },
)
pathTenant.set(tenantOfPath(globalThis.location.pathname))
followOtherTabs()
void loadSession()

createRoot(document.querySelector('#root')!).render(
  <Dashboard table={addressTable(ownAddresses, features)} />,
)

void goLive()
