/** The stage of the studio: a page with the element only. The studio sets its theme. */
import 'scudo-checkout';
