// Defines the elements that pages share, for the frame and for what other sites embed.
import './portal-code.ts';
import './portal-copy.ts';
import './portal-dialog.ts';
import './portal-empty.ts';
import './portal-error.ts';
import './portal-icon.ts';
import './portal-menu.ts';
import './portal-skeleton.ts';
import './portal-status.ts';
import './portal-time.ts';
