/** A constant string: never insert data of an asset. */
const settings = (id: string) => `
<media-settings-menu id="${id}" anchor="auto" hidden>
  <media-settings-menu-item data-part="quality-item" hidden>Quality
    <media-chrome-menu slot="submenu" data-part="quality" hidden><div slot="title">Quality</div></media-chrome-menu>
  </media-settings-menu-item>
  <media-settings-menu-item>Speed
    <media-playback-rate-menu slot="submenu" rates="0.5 0.75 1 1.25 1.5 2" hidden><div slot="title">Speed</div></media-playback-rate-menu>
  </media-settings-menu-item>
  <media-settings-menu-item data-part="captions-item" hidden>Captions
    <media-captions-menu slot="submenu" hidden><div slot="title">Captions</div></media-captions-menu>
  </media-settings-menu-item>
  <media-settings-menu-item data-part="audio-item" hidden>Language
    <media-chrome-menu slot="submenu" data-part="audio" hidden><div slot="title">Language</div></media-chrome-menu>
  </media-settings-menu-item>
</media-settings-menu>`

const gear = `<svg slot="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><circle cx="9" cy="7" r="2.5"/><circle cx="15" cy="17" r="2.5"/><path d="M3 7h3.5M11.5 7H21M3 17h9.500M17.500 17H21"/></svg>`

const failure = `
<div class="php-failure" data-part="failure" role="alert" hidden>
  <p data-part="failure-text"></p>
  <button type="button" data-part="retry">Try again</button>
</div>`

/** Empty until a damaged stretch was skipped. */
const skipped = `
<p class="php-skipped" data-part="skipped" role="status"></p>`

/** Says how far behind the newest moment the viewer is, and leads there. */
const live = `
<button type="button" class="php-live" data-part="live" hidden><b>LIVE</b><span data-part="behind"></span></button>`

export const videoMarkup = `
<media-controller class="php-player" data-part="controller">
  <video slot="media" playsinline preload="metadata"></video>
  <media-poster-image slot="poster" data-part="poster" hidden></media-poster-image>
  <media-loading-indicator slot="centered-chrome" noautohide></media-loading-indicator>
  <div class="php-start" slot="centered-chrome"><media-play-button notooltip></media-play-button></div>
  ${settings('php-settings')}
  <div class="php-shade"></div>
  <media-control-bar class="php-line">
    <media-time-range>
      <media-preview-thumbnail slot="preview"></media-preview-thumbnail>
      <media-preview-time-display slot="preview"></media-preview-time-display>
    </media-time-range>
  </media-control-bar>
  <media-control-bar class="php-bar">
    <media-play-button></media-play-button>
    <media-seek-backward-button seekoffset="10"></media-seek-backward-button>
    <media-seek-forward-button seekoffset="10"></media-seek-forward-button>
    <media-mute-button></media-mute-button>
    <media-volume-range></media-volume-range>
    <media-time-display showduration notoggle></media-time-display>
    <span class="php-space"></span>
    <media-captions-button data-part="captions-button"></media-captions-button>
    <media-settings-menu-button invoketarget="php-settings">${gear}</media-settings-menu-button>
    <media-pip-button></media-pip-button>
    <media-fullscreen-button></media-fullscreen-button>
  </media-control-bar>
</media-controller>
${live}
${skipped}
${failure}`

export const audioMarkup = `
<media-controller class="php-player" data-part="controller" audio>
  <audio slot="media" preload="metadata"></audio>
  ${settings('php-settings')}
  <media-control-bar class="php-bar">
    <media-play-button></media-play-button>
    <media-seek-backward-button seekoffset="10"></media-seek-backward-button>
    <media-seek-forward-button seekoffset="10"></media-seek-forward-button>
    <media-time-display></media-time-display>
    <media-time-range></media-time-range>
    <media-duration-display></media-duration-display>
    <media-mute-button></media-mute-button>
    <media-settings-menu-button invoketarget="php-settings">${gear}</media-settings-menu-button>
  </media-control-bar>
</media-controller>
${live}
${skipped}
${failure}`
