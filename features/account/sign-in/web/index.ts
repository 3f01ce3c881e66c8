export { BarePage } from './page/bare-page.tsx'
export { leaveTo } from './leave-to.ts'
export { LogOutLink } from './page/log-out-link.tsx'
export { WithSession } from './page/with-session.tsx'
