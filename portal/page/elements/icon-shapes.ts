import { svg } from 'lit';

/** Icons by name, drawn with a line of 1.6 in a box of 24. */
export const shapes = {
  copy: svg`<rect x="9" y="9" width="11" height="11" rx="2"/><path d="M5 15a1 1 0 0 1-1-1V6a2 2 0 0 1 2-2h8a1 1 0 0 1 1 1"/>`,
  check: svg`<path d="m5 12.5 4.5 4.5L19 7.5"/>`,
  close: svg`<path d="m6 6 12 12M18 6 6 18"/>`,
  camera: svg`<path d="M4 8.5A1.5 1.5 0 0 1 5.5 7H8l1.5-2.5h5L16 7h2.5A1.5 1.5 0 0 1 20 8.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5z"/><circle cx="12" cy="13" r="3.5"/>`,
  upload: svg`<path d="M12 15V4m-4 4 4-4 4 4M4 15v3.5A1.5 1.5 0 0 0 5.5 20h13a1.5 1.5 0 0 0 1.5-1.5V15"/>`,
  download: svg`<path d="M12 4v11m-4-4 4 4 4-4M4 15v3.5A1.5 1.5 0 0 0 5.5 20h13a1.5 1.5 0 0 0 1.5-1.5V15"/>`,
  trash: svg`<path d="M4 7h16M9 7V4.5h6V7M6 7l1 12.5h10L18 7M10 11v5m4-5v5"/>`,
  more: svg`<path d="M5.5 12h.01M12 12h.01M18.5 12h.01" stroke-width="2.6"/>`,
  play: svg`<path d="M8 5.5v13l10.5-6.5z"/>`,
  stop: svg`<rect x="6.5" y="6.5" width="11" height="11" rx="1.5"/>`,
  retry: svg`<path d="M19.5 12a7.5 7.5 0 1 1-2.3-5.4L19.5 9M19.5 4.5V9H15"/>`,
  code: svg`<path d="m8.5 7-5 5 5 5m7-10 5 5-5 5"/>`,
  sun: svg`<circle cx="12" cy="12" r="4"/><path d="M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1"/>`,
  moon: svg`<path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z"/>`,
  system: svg`<rect x="3.5" y="5" width="17" height="11.5" rx="1.5"/><path d="M9 20h6m-3-3.5V20"/>`,
  key: svg`<circle cx="8" cy="15.5" r="4"/><path d="M11 12.5 19.5 4M16 7.5l2.5 2.5"/>`,
  images: svg`<rect x="3.5" y="5" width="17" height="14" rx="2"/><circle cx="8.5" cy="10" r="1.5"/><path d="m4 17 5-4 3.5 3 3-2.5 5 4"/>`,
  jobs: svg`<path d="M4 6.5h9M4 12h13M4 17.5h6"/><path d="M16 6.5h4M20 12h.01M13 17.5h7" opacity=".45"/>`,
  events: svg`<path d="M3.5 12h4l2.5-6.5 4 13 2.5-6.5h4"/>`,
  usage: svg`<path d="M5 20v-6M12 20V4M19 20v-9"/>`,
  hooks: svg`<circle cx="12" cy="6.5" r="2.5"/><circle cx="6" cy="17" r="2.5"/><circle cx="18" cy="17" r="2.5"/><path d="m10.7 8.7-3.4 6M13.3 8.7l3.4 6M8.5 17h7"/>`,
  account: svg`<circle cx="12" cy="8.5" r="4"/><path d="M4.5 20a7.5 7.5 0 0 1 15 0"/>`,
  studio: svg`<path d="M12 8.5V8a2 2 0 1 1 2-2M12 8.5l8.4 6.3a1.4 1.4 0 0 1-.9 2.7h-15a1.4 1.4 0 0 1-.9-2.7z"/>`,
  link: svg`<path d="M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.1-1.1"/>`,
  search: svg`<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/>`,
  plus: svg`<path d="M12 5v14M5 12h14"/>`,
  warning: svg`<path d="M12 4 2.8 19.5h18.4zM12 10v4.5m0 2.7h.01"/>`,
};

/** The name of an icon. */
export type IconName = keyof typeof shapes;
