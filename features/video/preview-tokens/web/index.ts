export { type KnownTokens, type PreviewTokens, usePreviewTokens } from './use-preview-tokens.ts'
