import { planLacksThis } from '@playhead/contract-kit/error-messages.ts'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { sessionStore } from './session-store.ts'

/** SHELL-116 */
const upgradeMessage = (name: string | undefined) =>
  name
    ? `${name} aren’t available on your plan. Upgrade your Data plan to use ${name}.`
    : planLacksThis

/** Shows the warning whenever any code dispatches the upgrade required event. SHELL-055 */
export const startUpgradeNotice = () => {
  let shown = sessionStore.getState().upgradeRequired?.count ?? 0
  return sessionStore.subscribe(() => {
    const { upgradeRequired } = sessionStore.getState()
    if (!upgradeRequired || upgradeRequired.count === shown) return
    shown = upgradeRequired.count
    toasts.show({
      id: 'upgrade-required',
      type: 'warning',
      title: 'Upgrade Required',
      description: upgradeMessage(upgradeRequired.name),
    })
  })
}
