/** The studio’s stage: a page with nothing but the element. What it looks like the studio says. */
import 'scudo-checkout';
