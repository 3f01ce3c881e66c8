export { configured, discoverProvider } from './discover-provider.ts'
