export { WelcomeModal } from './welcome-modal.tsx'
